// The least that node:http can do: read the body, send it back. Plain JavaScript, so that the bare
// side of a comparison pays for no loader. Reports its address to the process that forked it.
import { createServer } from 'node:http';

const [socketPath] = process.argv.slice(2);

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
    });
    response.end(body);
  });
});

server.listen(socketPath ?? { host: '127.0.0.1', port: 0 }, () => process.send(server.address()));

// Never outlives the bench that started it.
process.once('disconnect', () => process.exit());
