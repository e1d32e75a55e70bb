/** Whether the app was opened as an installed one. */
export const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches
