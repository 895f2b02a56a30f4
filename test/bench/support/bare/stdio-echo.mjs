// The least that a JSON-RPC server over stdio can do: one message a line, its params as the result.
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, params } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: params ?? null })}\n`);
});
