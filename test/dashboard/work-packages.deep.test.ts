/** The work packages of meetings in a real browser: claimed, begun and completed, and with whom they are. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeBrowser } from './browser.ts';
import { inBrowser, tabOf } from './in-browser.ts';
import { meet, shownWithinMs } from './work-steps.ts';

inBrowser(
  'DSH-66',
  'the work of a meeting is claimed, begun and completed in its line (MTG-1)',
  async (world) => {
    const { id } = world.workspace;
    const { page, ...tab } = await tabOf(world, { view: 'work/packages' });
    await page.getByText('No work packages yet').waitFor();
    await meet(world);
    const meeting = page.getByRole('region', { name: '<b>Login</b>' });
    await meeting.getByText('Use JWT in src/auth.ts').first().waitFor();
    const steps = [
      ['Claim', 'The package is yours.'],
      ['Begin', 'The package is in progress.'],
      ['Complete', 'The package is completed.'],
    ] as const;
    for (const [step, done] of steps) {
      await meeting.getByRole('button', { name: step }).click();
      const asked = page.getByRole('dialog', { name: `${step} the package` });
      await asked.getByText(/cannot be|back/).waitFor();
      await asked.getByRole('button', { name: step }).click();
      await page.getByText(done).waitFor();
    }
    await meeting.getByText('completed').waitFor();
    const { packages } = await world.as('ada').ok('listPackages', { id });
    assert.equal(
      packages.map(({ status, assignee_name }) => [status, assignee_name]),
      [['completed', 'ada']],
    );
    await meeting.locator('summary').click();
    await meeting.getByRole('link', { name: 'Use JWT in src/auth.ts' }).waitFor();
    await tab.close();
  },
);

inBrowser('DSH-4', 'who begins somebody else’s package is told whose it is', async (world) => {
  const { id } = world.workspace;
  await meet(world);
  const { packages } = await world.as('ada').ok('listPackages', { id });
  await world.as('bob').ok('claimPackage', { id, pid: packages[0]?.id });
  const { page, ...tab } = await tabOf(world, { view: 'work/packages' });
  await page.getByRole('button', { name: 'Begin' }).click();
  const asked = page.getByRole('dialog', { name: 'Begin the package of bob' });
  await asked.getByText('It is with bob, not with you.').waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  const after = await world.as('ada').ok('listPackages', { id });
  assert.is(after.packages[0]?.status, 'claimed');
  await tab.close();
});

inBrowser('DSH-66', 'a package of somebody else says who moves it', async (world) => {
  const { id } = world.workspace;
  await meet(world);
  const { packages } = await world.as('ada').ok('listPackages', { id });
  const { page, ...tab } = await tabOf(world, { view: 'work/packages', person: 'cleo' });
  await page.getByRole('button', { name: 'Claim' }).waitFor();
  await world.as('bob').ok('claimPackage', { id, pid: packages[0]?.id });
  const begin = page.getByRole('button', { name: 'Begin' });
  await begin.waitFor({ timeout: shownWithinMs });
  assert.ok(await begin.isDisabled());
  assert.match(String(await begin.getAttribute('title')), 'It is with bob, who moves it');
  await page.getByLabel('Whose').selectOption('Mine');
  await page.getByText('No work package is like this').waitFor();
  await tab.close();
});

test.after(closeBrowser);
test.run();
