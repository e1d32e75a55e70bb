/** Whether the app's own questions can open. Until then `begin.js` asks the one before a capture: early-question.ts. */

/** Call it once their code is there. */
export const noteAppAsks = (): void => {
  document.documentElement.dataset.asks = ''
}

export const appAsks = (): boolean => document.documentElement.dataset.asks !== undefined
