// The least that node:http can do: read the body, send it back. Plain JavaScript, so that the bare
// side of a comparison pays for no loader. Listens on the port or the path of a Unix socket that it
// is given, or else on a free port; a process that forked it is told the address.
import { createServer } from 'node:http';

const [address = '0'] = process.argv.slice(2);
const isPort = /^\d+$/.test(address);

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

server.listen(isPort ? { host: '127.0.0.1', port: Number(address) } : address, () => {
  process.send?.(server.address());
});

// Never outlives the bench that started it.
process.once('disconnect', () => process.exit());
