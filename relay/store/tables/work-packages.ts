import { integer, table, text } from './table.ts';

export const workPackages = table(
  'work_packages',
  '0004_meetings',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    meeting_id: text().references('meetings'),
    title: text(),
    description: text(),
    /** JSON: canonical paths. */
    files: text(),
    /** A user id. */
    assignee: text(),
    /** `open`, `claimed`, `in_progress` or `completed`. */
    status: text(),
    /** Its place among those of its meeting. */
    position: integer(),
    created_at: integer(),
    updated_at: integer(),
    /** JSON: action items of the meeting that were dropped; its description does not repeat them (MTG-8). */
    left_out: text().default('[]').since('0016_meeting_reviews'),
    /** 1 when all of its decisions and action items were dropped: then it is shown to nobody. */
    withdrawn: integer().default('0').since('0016_meeting_reviews'),
    /** JSON: the ids of its action items. */
    action_items: text().default('[]').since('0023_package_files'),
    /** JSON: how each file came in, and the ids of the results that it comes of (PKG-5); empty in packages of earlier versions. */
    file_sources: text().default('[]').since('0023_package_files'),
  },
  {
    indexes: {
      work_packages_newest: { on: ['workspace_id', 'created_at', 'id'] },
      work_packages_of_meeting: { on: ['workspace_id', 'meeting_id', 'position'] },
    },
  },
);

export const workPackageDecisions = table(
  'work_package_decisions',
  '0004_meetings',
  {
    workspace_id: text(),
    package_id: text(),
    decision_id: text(),
    position: integer(),
  },
  {
    primaryKey: ['workspace_id', 'package_id', 'decision_id'],
  },
);
