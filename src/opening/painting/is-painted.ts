/** Whether this page began with a kept painting: src/opening/page/show-painting.ts says so. */
export const isPainted = (): boolean => document.documentElement.dataset.painting !== undefined
