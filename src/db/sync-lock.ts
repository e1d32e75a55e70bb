/** One writer per user and device: the sync worker of one tab, or the service worker when there is none. */
export const syncLockName = (userId: number) => `farol-sync-${userId}`
