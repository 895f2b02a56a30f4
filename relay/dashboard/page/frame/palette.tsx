import { Moon, Plus, Search } from 'lucide-preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { asData, shownUser } from '../../../../shared/kernel/display.ts';
import { isRefusal } from '../../../../shared/kernel/refusal.ts';
import { useAddress } from '../place/address.ts';
import { usePlace, type Place } from '../place/place.ts';
import { closeFromOutside } from '../kit/forms/ask.tsx';
import { hasWords, useNamed } from './palette-named.ts';
import { shownTheme, theme } from './theme.ts';
import { views } from './views.ts';

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: typeof Search;
  run(): void;
}

const searchAfterMs = 160;
const mostDecisions = 5;

/** DSH-5: finds views, agents and what the team has by the words of its names, decisions also by meaning, and does what can be done from anywhere. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isPaletteOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isPaletteOpen.value]);
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Find or do"
      // The event comes later: it may be open again by then.
      onClose={({ currentTarget }) => (isPaletteOpen.value = currentTarget.open)}
      onPointerDown={closeFromOutside}
    >
      {isPaletteOpen.value && <Finder />}
    </dialog>
  );
}

function Finder() {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const choices = useChoices(query);
  const chosen = choices[Math.min(at, choices.length - 1)];
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    shown.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    isPaletteOpen.value = false;
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(chosen);
    } else if (step !== undefined) {
      event.preventDefault();
      setAt((Math.min(at, choices.length - 1) + step + choices.length) % choices.length);
    }
  };
  return (
    <>
      <div class="palette-field">
        <Search size={16} aria-hidden />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen.id}`}
          aria-label="Find or do"
          placeholder="A view, an agent, a file, a decision…"
          autofocus
          value={query}
          onInput={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={shown} role="listbox" id={list} aria-label="Found" class="palette-list">
        {choices.map((choice) => {
          const Icon = choice.icon;
          return (
            <div
              key={choice.id}
              id={`${list}-${choice.id}`}
              role="option"
              aria-selected={choice === chosen}
              onClick={() => choose(choice)}
            >
              <Icon size={15} aria-hidden />
              <span class="cut">{choice.label}</span>
              <span class="faint nowrap">{choice.hint}</span>
            </div>
          );
        })}
        {choices.length === 0 && <p class="quiet">Nothing is called so.</p>}
      </div>
    </>
  );
}

function useChoices(query: string): readonly Choice[] {
  const place = usePlace();
  const { go } = useAddress();
  const decisions = useDecisions(query, place, go);
  const named = useNamed(query);
  const all = [...fixed(place, go), ...(query.trim() === '' ? [] : agents(place, go))];
  const found = all.filter(({ label, hint }) => hasWords(`${label} ${hint}`, query));
  return [
    ...found,
    ...named.map(({ to, ...one }) => ({ ...one, run: () => go(to) })),
    ...decisions,
  ];
}

function fixed({ href }: Place, go: (to: string) => void): Choice[] {
  const toViews = views.map(({ path, title, icon, key }) => ({
    id: `view-${path}`,
    label: title,
    hint: `g ${key}`,
    icon,
    run: () => go(href(path)),
  }));
  const isDark = shownTheme.value === 'dark';
  const action = (id: string, label: string, run: () => void, icon = Plus) => {
    return { id, label, hint: 'Action', icon, run };
  };
  return [
    ...toViews,
    action('propose', 'Propose a convention', () => go(`${href('conventions')}?new=1`)),
    action('decide', 'Record a decision', () => go(`${href('decisions')}?new=1`)),
    action('meeting', 'Add a meeting', () => go(`${href('meetings')}?new=1`)),
    action('connect', 'Connect another agent', () => go(href('settings', 'connect'))),
    action(
      'theme',
      isDark ? 'Use the light theme' : 'Use the dark theme',
      () => (theme.value = isDark ? 'light' : 'dark'),
      Moon,
    ),
  ];
}

function agents({ live, href }: Place, go: (to: string) => void): Choice[] {
  return [...live.team.value.agents.values()].map((agent) => ({
    id: `agent-${agent.id}`,
    label: `${shownUser(agent.user)}: ${asData(agent.task, 100) || 'no task yet'}`,
    hint: asData(agent.client),
    icon: Search,
    run: () => go(`${href('now')}?agent=${encodeURIComponent(agent.id)}`),
  }));
}

/** By meaning, once the person has stopped typing for a moment. */
function useDecisions(query: string, { client, workspace, href }: Place, go: (to: string) => void) {
  const [found, setFound] = useState<readonly Choice[]>([]);
  useEffect(() => {
    setFound([]);
    if (query.trim().length < 3) return undefined;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const input = { workspace_id: workspace.value.id, query, limit: mostDecisions };
      const answer = await client.call('search', input);
      if (!isCurrent || isRefusal(answer)) return;
      setFound(
        answer.results.map(({ id, title }) => ({
          id: `decision-${id}`,
          label: asData(title),
          hint: 'Decision',
          icon: Search,
          run: () => go(href('decisions', id)),
        })),
      );
    }, searchAfterMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);
  return found;
}

/** Whether the command palette is open. */
export const isPaletteOpen = signal(false);
