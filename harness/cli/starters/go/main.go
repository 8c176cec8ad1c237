// A driver for uiconform: it stands between the harness and your implementation of AgentUE 1.1.
//
// Run it:
//
//	go build -o driver .
//	uiconform run --driver ./driver
//
// It starts, answers, and conforms to nothing yet, since it rejects every event. Next steps:
//
//  1. Put your implementation into Reducer. Nothing else here knows about it.
//  2. Look at one area at a time: add --filter '*/set/*', and --full for every failure.
//  3. Say who you are, and which limits you have, in initialize.
//  4. Offer more profiles when you have them: add agentue-1.1/router to the list and agentue/route to answer.
//     docs/driver-protocol.md of uiconform has all of them.
//
// A driver observes and never repairs: what the implementation gets wrong is what the suite wants to see. Standard output
// is for answers alone; write to standard error whatever you like.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Reducer holds a model as JSON text, null before the first start.
type Reducer struct {
	Model json.RawMessage
}

// Apply changes the model, or returns the reason why the event is rejected and leaves the model as it was. The event is JSON
// text, and may be none.
func (r *Reducer) Apply(event json.RawMessage) error {
	if !json.Valid(event) {
		return errors.New("no JSON")
	}
	// TODO: call your implementation. Mind that encoding/json matches names of members without regard to case, and that
	// float64 does not hold every integer: json.Decoder.UseNumber keeps them.
	return errors.New("not implemented yet")
}

type object = map[string]any

func initialize() any {
	return object{
		"protocol": 1,
		// TODO: yours.
		"implementation": object{"name": "my-reducer", "version": "0.1.0", "language": "Go"},
		"profiles":       []string{"agentue-1.1/reducer"},
		// "limits": object{"depth": 64, "bytes": 1000000},  inputs beyond them may be refused
	}
}

type params struct {
	Model  json.RawMessage
	Events []json.RawMessage
	// Wire has texts, of which some are no JSON: a text that cannot be read is a rejected event.
	Wire   []string
	Trace  bool
	Replay bool
}

// reduce applies the events to the model, one after the other.
func reduce(p params) any {
	events := p.Events
	for _, text := range p.Wire {
		events = append(events, json.RawMessage(text))
	}
	result := run(p.Model, events, p.Trace)
	if p.Replay {
		// The same events once more, from the same start: an implementation that keeps or changes its inputs shows here.
		result["replayed"] = run(p.Model, events, false)
	}
	return result
}

func run(model json.RawMessage, events []json.RawMessage, withTrace bool) object {
	reducer := Reducer{Model: bytes.Clone(model)}
	steps, trace := []any{}, []json.RawMessage{}
	for _, event := range events {
		if reason := reducer.Apply(event); reason != nil {
			steps = append(steps, object{"ok": false, "error": reason.Error()})
		} else {
			steps = append(steps, object{"ok": true})
		}
		if withTrace {
			trace = append(trace, bytes.Clone(reducer.Model))
		}
	}
	result := object{"steps": steps, "model": reducer.Model}
	if withTrace {
		result["trace"] = trace
	}
	return result
}

// answer returns the result of a method, and whether there is such a method.
func answer(method string, text json.RawMessage) (any, bool, error) {
	switch method {
	case "initialize":
		return initialize(), true, nil
	case "agentue/reduce":
		var p params
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, true, err
		}
		return reduce(p), true, nil
	}
	return nil, false, nil
}

type request struct {
	ID     *json.RawMessage
	Method string
	Params json.RawMessage
}

// JSON-RPC 2.0: one request a line, one answer a line.
func main() {
	input, output := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		line, err := input.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return
		}
		var r request
		if err != nil || json.Unmarshal(line, &r) != nil {
			fmt.Fprintln(os.Stderr, "no request:", string(line))
			os.Exit(1)
		}
		if r.ID == nil {
			return // shutdown is a notification: no answer
		}
		reply := object{"jsonrpc": "2.0", "id": r.ID}
		result, known, err := answer(r.Method, r.Params)
		switch {
		case !known:
			reply["error"] = object{"code": -32601, "message": "method not found: " + r.Method}
		case err != nil: // the driver failed; what the implementation rejects is a result
			reply["error"] = object{"code": -32603, "message": err.Error()}
		default:
			reply["result"] = result
		}
		encoder := json.NewEncoder(output) // ends each value with a newline
		encoder.SetEscapeHTML(false)
		if encoder.Encode(reply) != nil || output.Flush() != nil {
			os.Exit(1)
		}
	}
}
