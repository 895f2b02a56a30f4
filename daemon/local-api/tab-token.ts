/** What the token of a tab begins with, so that no relay is asked about one that this process did not give. */
export const tabTokenPrefix = 'tab_';
