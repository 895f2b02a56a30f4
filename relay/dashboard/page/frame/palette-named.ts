import { FileCode, ScrollText, SquareKanban, User, type LucideIcon } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { asData, shownId, shownUser } from '../../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace, type Place } from '../place/place.ts';

/** Something of the workspace that is found by the words of its name. */
export interface Named {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
  /** Its address. */
  readonly to: string;
}

const mostListed = 200;
const mostFiles = 10_000;
const mostShown = 5;

/** DSH-5: conventions, workstreams, members and files: asked for once while the palette is open, with the first letter. */
export function useNamed(query: string): readonly Named[] {
  const place = usePlace();
  const [all, setAll] = useState<readonly (readonly Named[])[]>(() => lists.map(() => []));
  const isAsked = query.trim() !== '';
  useEffect(() => {
    if (!isAsked) return undefined;
    let isCurrent = true;
    for (const [at, list] of lists.entries())
      void list(place).then((found) => isCurrent && setAll((known) => known.with(at, found)));
    return () => {
      isCurrent = false;
    };
  }, [isAsked]);
  if (!isAsked) return [];
  return all.flatMap((ofKind) =>
    ofKind.filter(({ label, hint }) => hasWords(`${label} ${hint}`, query)).slice(0, mostShown),
  );
}

/** Whether each word stands somewhere in the text, without regard to letter case. */
export function hasWords(text: string, words: string): boolean {
  const folded = text.toLowerCase();
  return words
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

const lists = [conventions, workstreams, members, files];

async function conventions({ client, workspace, href }: Place): Promise<readonly Named[]> {
  const input = { id: workspace.value.id, limit: mostListed };
  const answer = await known(client.call('listConventions', input));
  return (answer?.conventions ?? []).map(({ id, title }) => ({
    id: `convention-${id}`,
    label: asData(title),
    hint: 'Convention',
    icon: ScrollText,
    to: href('conventions', id),
  }));
}

async function workstreams({ client, workspace, href }: Place): Promise<readonly Named[]> {
  const input = { id: workspace.value.id, limit: mostListed, brief: true };
  const answer = await known(client.call('listWorkstreams', input));
  return (answer?.workstreams ?? []).map(({ slug, title }) => ({
    id: `workstream-${slug}`,
    label: title === '' ? slug : `${asData(title)} (${slug})`,
    hint: 'Workstream',
    icon: SquareKanban,
    to: href('work', 'workstreams', slug),
  }));
}

async function members({ client, workspace, href }: Place): Promise<readonly Named[]> {
  const input = { id: workspace.value.id, limit: mostListed };
  const answer = await known(client.call('listMembers', input));
  return (answer?.members ?? []).map(({ user_id: id, name }) => ({
    id: `member-${id}`,
    label: shownUser(name),
    hint: 'Member',
    icon: User,
    to: href('people', id),
  }));
}

/** A file is shown on the map, in its folder. */
async function files({ client, workspace, href }: Place): Promise<readonly Named[]> {
  const input = { id: workspace.value.id, limit: mostFiles };
  const answer = await known(client.call('listFiles', input));
  return (answer?.files ?? []).map(({ path }) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    return {
      id: `file-${path}`,
      label: shownId(path),
      hint: 'File',
      icon: FileCode,
      to: `${href('now')}?${new URLSearchParams({ part: 'map', in: folder })}`,
    };
  });
}

async function known<T>(call: Promise<T | Refusal>): Promise<T | undefined> {
  const answer = await call;
  return isRefusal(answer) ? undefined : answer;
}
