/** What was granted while the relay's clock was wrong. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import { relayScenario } from '../support/scenario.ts';

const twentyYearsMs = 20 * 365 * 24 * 60 * 60_000;

relayScenario(
  'RSV-19',
  'a reservation of the time when the clock was twenty years ahead ends ten minutes after it was set right',
  async (world) => {
    const [ada, bob] = [world.as('ada'), world.as('bob')];
    world.clock.advance(twentyYearsMs);
    await ada.hook({ event: 'postToolUse', file_path: 'src/auth.ts' });
    world.clock.jump(-twentyYearsMs);
    await world.sweep();
    const asked = await bob.hook({ event: 'preToolUse', file_path: 'src/auth.ts' });
    assert.is(asked['permission'], 'deny');
    assert.match(String(asked['message']), '10 min');
    await world.pass(minutes(10));
    const again = await bob.hook({ event: 'preToolUse', file_path: 'src/auth.ts' });
    assert.is(again['permission'], 'allow');
  },
);

relayScenario(
  'RSV-19',
  'a session of that time expires five minutes after its last heartbeat',
  async (world) => {
    const ada = world.as('ada');
    world.clock.advance(twentyYearsMs);
    await ada.hook({ event: 'sessionStart' });
    world.clock.jump(-twentyYearsMs);
    await world.sweep();
    await world.pass(minutes(5));
    assert.equal(await ada.ok('listSessions', { id: world.workspace.id }), []);
  },
);

relayScenario(
  'RSV-19',
  'a clock that differs by less than a minute changes nothing',
  async (world) => {
    const ada = world.as('ada');
    world.clock.advance(minutes(0.9));
    await ada.hook({ event: 'postToolUse', file_path: 'src/auth.ts' });
    const list = () => ada.ok('listReservations', { id: world.workspace.id });
    const before = await list();
    world.clock.jump(minutes(-0.9));
    await world.sweep();
    const ends = (all: unknown) => (all as { expires_at: string }[]).map((one) => one.expires_at);
    assert.equal(ends(await list()), ends(before));
  },
);

test.run();
