/** What a relay says of a PostgreSQL server that cannot be used. The server is one that answers with given bytes. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeSandbox, run, start, type Sandbox } from '../support.ts';

interface Context {
  sandbox: Sandbox;
}

const test = suite<Context>('relay commands: the database server');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
});
test.after.each(({ sandbox }) => sandbox.remove());

/** A message of PostgreSQL: its letter, its length, its content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}

const refused = (code: string, text = 'the server says so') =>
  message('E', Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`));
const authentication = (kind: number, text: string) =>
  message('R', Buffer.concat([Buffer.from([0, 0, 0, kind]), Buffer.from(text)]));
const scram = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=x,s=eA==,i=4096')];

/** Answers the messages of a client with these, one after the other. */
async function serve(answers: readonly Buffer[]): Promise<{ server: Server; port: number }> {
  const server = createServer((socket: Socket) => {
    const left = [...answers];
    socket.on('error', () => undefined);
    socket.on('data', () => void socket.write(left.shift() ?? Buffer.alloc(0)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const cases: readonly (readonly [string, readonly Buffer[], RegExp])[] = [
  [
    'a wrong password',
    [refused('28P01')],
    /does not take the password of the user bo\. .*PGPASSWORD/,
  ],
  [
    'a user who is not let in',
    [refused('28000')],
    /does not let the user bo in \(the server says so\)/,
  ],
  ['no such database', [refused('3D000')], /There is no database shop at /],
  ['too many connections', [refused('53300')], /has no connection left, .*max_connections/],
  ['a server that starts', [refused('57P03')], /is starting or stopping\. Try again/],
  ['a code that nobody knows', [refused('XX000')], /cannot be used \(the server says so\)/],
  [
    'no PostgreSQL',
    [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    /The database at |What answers at /,
  ],
];

for (const [what, answers, said] of cases) {
  test(`DUR-12 ${what} is said with the host and without the password`, async ({ sandbox }) => {
    const { server, port } = await serve(answers);
    const address = `postgres://bo:s3cret@127.0.0.1:${port}/shop`;
    const { code, err } = await run(['relay', '--port', '0', '--database', address], sandbox);
    server.close();
    assert.is(code, 1);
    assert.match(err, said);
    assert.match(err, `127.0.0.1:${port}`);
    assert.not.match(err, 's3cret');
    assert.not.match(err, 'unexpected');
  });
}

test('DUR-12 a server that wants a password which nobody gave, SSL that it has not, an unknown host', async ({
  sandbox,
}) => {
  const wants = await serve(scram);
  const plain = await serve([Buffer.from('N')]);
  for (const [address, said] of [
    [`postgres://bo:@127.0.0.1:${wants.port}/shop`, /asks for the password of the user bo/],
    [`postgres://bo:s3cret@127.0.0.1:${plain.port}/shop?sslmode=verify-full`, /speaks no SSL/],
    ['postgres://bo:s3cret@nowhere.invalid/shop', /nowhere\.invalid:5432, is not known/],
    ['postgres://bo:s3cret@127.0.0.1:1/shop', /127\.0\.0\.1:1 cannot be reached/],
    ['postgres://bo:s3cret@h/shop?sslrootcert=/none.pem', /cannot be used: .*\/none\.pem/],
  ] as const) {
    const { code, err } = await run(['relay', '--port', '0', '--database', address], sandbox);
    assert.is(code, 1, address);
    assert.match(err, said);
    assert.not.match(err, 's3cret');
  }
  wants.server.close();
  plain.server.close();
});

test('DUR-12 who waits for a silent server can be stopped, and gives up after ten seconds', async ({
  sandbox,
}) => {
  const { server, port } = await serve([]);
  const args = ['relay', '--port', '0', '--database', `postgres://bo@127.0.0.1:${port}/shop`];
  const stopped = start(args, sandbox);
  await once(server, 'connection');
  const stoppedAtMs = performance.now();
  stopped.stop();
  assert.is((await stopped.finished).code, 0);
  assert.ok(performance.now() - stoppedAtMs < 2_000);
  const { code, err } = await run(args, sandbox);
  server.close();
  assert.is(code, 1);
  assert.match(err, /did not answer within 10 seconds/);
});

test.run();
