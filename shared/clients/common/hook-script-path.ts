/** Where the hook script lies in the repository; clients' settings call it from there. */
export const hookScriptPath = '.coord/hook';
