import { useEffect, useState } from 'preact/hooks';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { usePlace } from '../../../place/place.ts';

const mostRecent = 100;

/** What the meetings are called: the recent ones by their list, older ones one by one. */
export function useMeetingTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const { client, workspace } = usePlace();
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (ids.every((one) => titles.has(one))) return undefined;
    let isGone = false;
    const load = async () => {
      const page = { workspace_id: workspace.value.id, limit: mostRecent };
      const recent = await client.call('recentMeetings', page);
      const known = new Map(isRefusal(recent) ? [] : recent.map(({ id, title }) => [id, title]));
      const older = ids.filter((one) => !known.has(one));
      const asked = older.map((meeting_id) => client.call('getMeeting', { meeting_id }));
      for (const meeting of await Promise.all(asked))
        if (!isRefusal(meeting)) known.set(meeting.id, meeting.title);
      if (!isGone) setTitles(known);
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [ids.join()]);
  return titles;
}
