//! Proof that the suite catches what it must: kill matrix and floors
