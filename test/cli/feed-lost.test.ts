/** What `coord feed` says after an event of a log that was there before a backup was brought back. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { run, start, withOwnRelay, type OwnRelay, type Sandbox } from './support.ts';

const test = suite<OwnRelay>('a feed after an event that is no more');
withOwnRelay(test);

const beyond = ['feed', '--since', '99999'];

async function assertSaidAtTheEnd(sandbox: Sandbox, options: readonly string[]): Promise<void> {
  for (const format of [[], ['--json']]) {
    const args = [...beyond, ...options, '--no-follow', ...format];
    const { out, err, code } = await run(args, sandbox);
    assert.equal({ out, code }, { out: '', code: 0 });
    assert.match(
      err,
      /^What came after event 99999 cannot be read.* Going on after event \d+\.\n$/,
    );
  }
}

async function assertSaidOnceAndFollowed(
  sandbox: Sandbox,
  options: readonly string[],
): Promise<void> {
  const feed = start([...beyond, ...options], sandbox);
  let shown = '';
  void feed.line().then((line) => (shown = line));
  let count = 0;
  await eventually('what happens from now on', async () => {
    await run(['decide', `Choice ${(count += 1)} of ${options.length}`], sandbox);
    return shown === '' ? undefined : shown;
  });
  feed.stop();
  const { err } = await feed.finished;
  assert.match(shown, 'Choice');
  assert.is(err.match(/What came after event 99999/g)?.length, 1, err);
  assert.not.match(err, 'Nothing has happened');
}

test('FED-2: it says that there is a gap, once, and goes on from the newest event', async ({
  sandbox,
  url,
}) => {
  await run(['decide', 'Before'], sandbox);
  const atRelay = ['--relay', url, '--workspace', 'shop'];
  await assertSaidAtTheEnd(sandbox, atRelay);
  await assertSaidOnceAndFollowed(sandbox, atRelay);
  const daemon = start(['daemon', '--port', '0', '--json'], sandbox);
  await daemon.line();
  await assertSaidAtTheEnd(sandbox, []);
  await assertSaidOnceAndFollowed(sandbox, []);
  daemon.stop();
  assert.is((await daemon.finished).code, 0);
});

test.run();
