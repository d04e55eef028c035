"""The same program as WebAssembly: ranges worked out, functions translated, batches of games played natively."""
