//! Reports from outcome records: terminal and JSON lines
