/** Now, in a real browser: what stands out, and for how long. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser } from '../browser.ts';
import { inBrowser, tabOf } from '../in-browser.ts';
import { file, minuteMs, region, agents, row, twoAtWork, deny, pass } from './support.ts';

inBrowser(
  'DSH-43',
  'a denial stands out in every browser, and goes after ten minutes',
  async (world) => {
    await twoAtWork(world);
    const tab = await tabOf(world);
    const other = await tabOf(world, { person: 'bob' });
    await region(tab.page, 'What collides').getByText('Nothing collides').waitFor();
    await deny(world);
    for (const { page } of [tab, other]) {
      await region(page, 'What collides').getByText('cleo wanted it, bob holds it').waitFor();
      await row(page, 'Show the parts')
        .getByRole('img', { name: /denied/ })
        .waitFor();
      await page.getByText('1 denied in 1 h').waitFor();
    }
    await agents(tab.page).getByRole('link').first().getByText('cleo').waitFor();
    await pass(world, tab.page, 11 * minuteMs);
    await region(tab.page, 'What collides').getByText('Nothing collides').waitFor();
    await tab.close();
    await other.close();
  },
);

inBrowser(
  'DSH-43',
  'a coming conflict and a negotiation that waits for a person stand out',
  async (world) => {
    const { bob, cleo } = await twoAtWork(world);
    const { id } = world.workspace;
    const tab = await tabOf(world);
    const cards = region(tab.page, 'What collides');
    await world.as('bob').ok('reportForecasts', {
      id,
      forecasts: [
        {
          file,
          symbol_ids: [`${file}#total`],
          lines: [{ start: 12, end: 14 }],
          sides: [
            { branch: 'coord/parts', uncommitted: false, sessions: [cleo] },
            { branch: 'coord/rounding', uncommitted: true, sessions: [bob] },
          ],
        },
      ],
    });
    await cards.getByText('About to collide').waitFor();
    await cards.getByText(/lines 12-14 on coord\/parts/).waitFor();
    await tab.page.getByText('1 conflict ahead').waitFor();
    const asked = { file, symbol_ids: [`${file}#total`], rationale: 'the fix', max_turns: 2 };
    const opened = { id, initiator_session: cleo, ...asked };
    const { id: negotiation_id } = await world.as('cleo').ok('openNegotiation', opened);
    await cards.getByText('cleo asks bob').waitFor();
    const counter = { id, negotiation_id, action: 'counter', note: 'later' };
    await world.as('bob').ok('respondNegotiation', { ...counter, from_session: bob });
    await world.as('cleo').ok('respondNegotiation', { ...counter, from_session: cleo });
    const card = cards.getByRole('link').filter({ hasText: 'needs a person' });
    assert.match((await card.getAttribute('href')) ?? '', /\/inbox$/);
    await world.as('ada').ok('settleNegotiation', { id, negotiation_id, action: 'hold' });
    await card.waitFor({ state: 'detached' });
    await tab.close();
  },
);

test.after(closeBrowser);
test.run();
