import { readFile } from 'node:fs/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dashboardViews } from '../../shared/dashboard/opening.ts';
import { makeSandbox, run, start, type Running, type Sandbox } from './support.ts';

const test = suite<{ sandbox: Sandbox; daemon: Running; url: string }>('coord open VIEW');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
  context.daemon = start(['daemon', '--port', '0', '--json'], context.sandbox);
  context.url = (JSON.parse(await context.daemon.line()) as { url: string }).url;
});

test.after.each(async ({ sandbox, daemon }) => {
  daemon.stop();
  await daemon.finished;
  await sandbox.remove();
});

test('LOC-8 a view that is named is the one that the link opens, in the daemon’s workspace', async ({
  sandbox,
  url,
}) => {
  for (const view of ['inbox', 'agents']) {
    const { code, out } = await run(['open', view], sandbox);
    assert.is(code, 0);
    assert.match(out, new RegExp(`^${url}/dashboard/shop/${view}#open=[0-9a-z]{32}\n$`));
    const page = await fetch(out.trim());
    assert.is(page.status, 200);
  }
  const { out } = await run(['open'], sandbox);
  assert.match(out, new RegExp(`^${url}/dashboard/shop#open=[0-9a-z]{32}\n$`));
});

test('CMD-1 a view that is none is wrong usage, and the views are named', async ({ sandbox }) => {
  const { code, out, err } = await run(['open', 'nonsense'], sandbox);
  assert.equal([code, out], [2, '']);
  for (const view of dashboardViews) assert.match(err, view);
});

test('LOC-8 the views that can be opened are those of the page', async () => {
  const views = new URL('../../relay/dashboard/page/frame/views.ts', import.meta.url);
  const text = await readFile(views, 'utf8');
  const ofPage = [...text.matchAll(/^ +path: '(\w+)',$/gm)].map(([, view]) => view);
  assert.equal([...dashboardViews].sort(), ofPage.sort());
});

test.run();
