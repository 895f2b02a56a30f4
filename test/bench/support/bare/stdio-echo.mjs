// The least that a JSON-RPC server over stdio can do: one message a line, and a result that is its params, or what a
// message `answer` gave as the result of all that follow.
import { createInterface } from 'node:readline';

let answer;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'answer') answer = params;
  const result = answer ?? params ?? null;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
