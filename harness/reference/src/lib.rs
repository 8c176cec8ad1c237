//! The reference and its deliberately wrong variants behind the driver protocol
