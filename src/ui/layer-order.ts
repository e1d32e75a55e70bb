/**
 * What lies over what: the one table of the z-indexes above the page. A part of a screen stays below 200. Style sheets use the
 * variables of `layerVariables`. docs/rules.md#layers
 */
export const LAYERS = {
  /** Dialogs, forms, views, questions and drawers: each above those that were opened before it. */
  dialog: 200,
  /** 'Confirme com a sua senha', about what a dialog sends. */
  password: 240,
  toast: 250,
  /** The offer of a new version. */
  update: 300,
  /** The menu of a phone. Mantine's menus and lists have the same number. */
  menu: 300,
  search: 310,
  /** The sign-in of an ended session: nothing below it can be sent. */
  session: 400,
  /** What that sign-in asks itself. */
  sessionQuestion: 410,
  /** A toast while the session's sign-in is open tells of that sign-in. */
  toastOverSession: 420,
  /** 'Pular para o conteúdo', while it has the focus. */
  skipLink: 500,
} as const

/** The kinds that Escape and Back close, the upper one first. */
export type LayerKind = Exclude<keyof typeof LAYERS, 'toast' | 'update' | 'toastOverSession' | 'skipLink'>

export const layerVariables = (): Record<string, string> => ({
  '--farol-layer-toast': String(LAYERS.toast),
  '--farol-layer-update': String(LAYERS.update),
  '--farol-layer-toast-over-session': String(LAYERS.toastOverSession),
  '--farol-layer-skip-link': String(LAYERS.skipLink),
})
