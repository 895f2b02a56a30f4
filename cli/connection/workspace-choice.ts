/**
 * The workspace that a repository's daemon takes when none is named: its slug as the text of this file, in the private
 * folder of the Git common directory. `coord workspace use` writes it.
 */
export const workspaceChoiceFile = 'workspace';
