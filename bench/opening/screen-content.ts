/** What counts as a screen's first content: a row, a figure or a field of it, not the logo or a skeleton. */

const FIELD = 'input, textarea'

const CONTENT: Readonly<Record<string, string>> = {
  '/': 'form input',
  '/lead': FIELD,
  '/auto-indicação': FIELD,
  '/indicacao-externa': FIELD,
  '/conferencia-informacoes-lead': FIELD,
  '/importar-renovacoes': 'section li, section h2',
  '/relatorios': 'h2',
  '/funnel-charts': FIELD,
  // Without its service it has neither rows nor figures.
  '/relatorio-vendas-quiver': FIELD,
  '/chat-bot': FIELD,
  '/configuracoes': FIELD,
  '/sincronizacao': '#queue',
}

/** Lists and reports: the cells of a table, or the figures above it. */
const ROW_OR_FIGURE = 'tbody td:not(:empty), dd'

/** Returns the CSS selector of the first content of the screen at the decoded path. */
export const contentOf = (path: string): string => CONTENT[path] ?? ROW_OR_FIGURE
