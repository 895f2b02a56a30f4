import { integer, table, text } from './table.ts';

export const tasks = table(
  'tasks',
  '0003_cooperation',
  {
    id: text().primaryKey(),
    workspace_id: text().references('workspaces'),
    /** A slug. */
    workstream: text(),
    title: text(),
    description: text(),
    /** `todo`, `in_progress`, `blocked`, `done` or `cancelled`. */
    status: text(),
    assignee_session: text(),
    /** Whose session that is, or the person who works on it without one. */
    assignee_user: text(),
    /** JSON, whatever the caller gave. */
    context: text(),
    created_by: text().references('users'),
    created_by_session: text(),
    created_at: integer(),
    updated_at: integer(),
    started_at: integer().null(),
    ended_at: integer().null(),
  },
  {
    indexes: {
      tasks_newest: { on: ['workspace_id', 'created_at', 'id'] },
      tasks_of_workstream: { on: ['workspace_id', 'workstream', 'created_at', 'id'] },
    },
  },
);

export const taskPrerequisites = table(
  'task_prerequisites',
  '0003_cooperation',
  {
    workspace_id: text(),
    task_id: text(),
    depends_on: text(),
  },
  {
    primaryKey: ['workspace_id', 'task_id', 'depends_on'],
    indexes: {
      task_prerequisites_of: { on: ['workspace_id', 'depends_on', 'task_id'] },
    },
  },
);
