import { Plus } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/page.tsx';
import { Check, Pick } from '../../../kit/forms/field.tsx';
import { useAddress } from '../../../place/address.ts';
import { useMembers } from '../../../state/members.ts';
import { WorkPage, WorkstreamFilter } from '../common/work-page.tsx';
import { Column } from './column.tsx';
import { byColumn, columns, dependenciesOf, neighbour } from './columns.ts';
import { Curves } from './curves.tsx';
import { openTaskForm } from './task-form.tsx';
import { useTasksByState } from './use-tasks.ts';
import './board.css';

const endedPage = 25;

/** DSH-65: the tasks by state, with what waits for what. */
export function Board() {
  const { query } = useAddress();
  const filter = {
    ...given('workstream', query.get('workstream')),
    ...given('assignee', query.get('assignee')),
  };
  const lists = useTasksByState(filter, endedPage);
  const all = columns.map((column) => lists[column]);
  const isReady = all.every(({ state }) => state.value !== 'loading');
  const isEmpty = all.every(({ isLoaded, items }) => isLoaded.value && items.value.length === 0);
  return (
    <WorkPage tab="tasks" isReady={isReady} isFull actions={<BoardActions />}>
      {isReady && isEmpty ? (
        <NoneYet isFiltered={query.has('workstream') || query.has('assignee')} />
      ) : (
        isReady && <Cards lists={lists} />
      )}
    </WorkPage>
  );
}

function given<Name extends string>(name: Name, value: string | null) {
  return value === null || value === '' ? {} : ({ [name]: value } as Record<Name, string>);
}

function BoardActions() {
  const { query, setQuery } = useAddress();
  const members = useMembers();
  useNewTask();
  return (
    <>
      <Check
        label="All dependencies"
        checked={query.get('lines') === 'all'}
        onChange={(isOn) => setQuery({ lines: isOn ? 'all' : '' })}
      />
      <WorkstreamFilter />
      <Pick
        label="Assignee"
        value={query.get('assignee') ?? ''}
        options={[
          { value: '', label: 'Everybody' },
          ...members.map(({ user_id, name }) => ({ value: user_id, label: asData(name, 40) })),
        ]}
        onPick={(assignee) => setQuery({ assignee })}
      />
      <Button kind="primary" onClick={() => setQuery({ new: '1' })}>
        <Plus size={14} aria-hidden /> New task
      </Button>
    </>
  );
}

/** `?new=1` opens the form, so that it can be linked to. */
function useNewTask(): void {
  const { query, setQuery } = useAddress();
  const isWanted = query.get('new') === '1';
  useEffect(() => {
    if (!isWanted) return;
    const workstream = query.get('workstream') ?? '';
    const begun = workstream === '' ? {} : { workstream };
    void openTaskForm(begun).then(() => setQuery({ new: '' }));
  }, [isWanted]);
}

function Cards({ lists }: { readonly lists: ReturnType<typeof useTasksByState> }) {
  const { query, setQuery } = useAddress();
  const place = useRef<HTMLDivElement>(null);
  const showsCancelled = query.get('cancelled') === '1';
  const shown = columns.filter((column) => column !== 'cancelled' || showsCancelled);
  const tasks = shown.flatMap((column) => lists[column].items.value);
  const groups = byColumn(tasks);
  const dependencies = dependenciesOf(tasks);
  const { pointed, ...pointing } = usePointed();
  const onKeyDown = (event: KeyboardEvent) => {
    const card = cardOf(event.target);
    if (card === undefined || event.defaultPrevented || isInMenu(event)) return;
    if (event.key === 'm') return openMenu(card, event);
    const ids = columns.map((column) => groups[column].map(({ id }) => id));
    const next = neighbour(ids, card.dataset['task'] ?? '', event.key);
    if (next === undefined) return;
    event.preventDefault();
    place.current
      ?.querySelector<HTMLElement>(`[data-task="${CSS.escape(next)}"] [data-row]`)
      ?.focus();
  };
  return (
    <div class="board-scroll">
      <div ref={place} class="board" onKeyDown={onKeyDown} {...pointing}>
        {columns.map((column) => (
          <Column
            key={column}
            status={column}
            tasks={groups[column]}
            pages={lists[column]}
            isFolded={!shown.includes(column)}
            onFold={() => setQuery({ cancelled: showsCancelled ? '' : '1' })}
          />
        ))}
        <Curves
          board={place}
          dependencies={dependencies}
          pointed={pointed}
          isAll={query.get('lines') === 'all'}
          tasks={tasks}
        />
      </div>
    </div>
  );
}

function cardOf(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('[data-task]')) || undefined;
}

/** The menu has its own arrows. */
function isInMenu({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('.menu') !== null;
}

function openMenu(card: HTMLElement, event: KeyboardEvent): void {
  const menu = card.querySelector('details');
  if (menu === null) return;
  event.preventDefault();
  menu.open = true;
  menu.querySelector<HTMLElement>('.menu-item')?.focus();
}

function NoneYet({ isFiltered }: { readonly isFiltered: boolean }) {
  const { setQuery } = useAddress();
  if (isFiltered)
    return (
      <Empty title="No task is like this">
        <Button onClick={() => setQuery({ workstream: '', assignee: '' })}>Show all tasks</Button>
      </Empty>
    );
  return (
    <Empty title="No tasks yet">
      <p>
        A task is work that is handed out inside a workstream: to a certain agent, or to whoever
        claims it first. Agents make them with <code>delegate_task</code>; what waits for another
        task stays blocked until that has ended.
      </p>
    </Empty>
  );
}

/** The card that the pointer or the focus is on, by the id of its task; undefined for none. */
function usePointed() {
  const [pointed, setPointed] = useState<string>();
  const point = ({ target }: Event) => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-task]') : null;
    setPointed(card?.dataset['task']);
  };
  return {
    pointed,
    onMouseOver: point,
    onMouseLeave: () => setPointed(undefined),
    onFocusIn: point,
    onFocusOut: () => setPointed(undefined),
  };
}
