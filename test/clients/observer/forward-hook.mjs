// A hook command that hands its input and environment to the observer named by its first argument, and says and
// does what the observer answers. Plain JavaScript, so that the client can start it without a loader.
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const payload = JSON.parse(Buffer.concat(chunks).toString('utf8'));

const response = await fetch(`${process.argv[2]}/command-hook`, {
  method: 'POST',
  body: JSON.stringify({ payload, env: process.env }),
});
const { stdout, stderr, exitCode } = await response.json();
if (stdout) process.stdout.write(stdout);
if (stderr) process.stderr.write(stderr);
process.exitCode = exitCode ?? 0;
