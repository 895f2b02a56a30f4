import { runReplay } from './replay.ts';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

process.exitCode = await runReplay(process.argv.slice(2), {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  progress: (text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  },
  signal: stop.signal,
});
