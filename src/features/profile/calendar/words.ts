export const CALENDAR_TITLE = 'Calendário'

/** What leaves the house comes first: docs/security.md#calendars */
export const CALENDAR_TEXT =
  'O calendário do seu celular ou computador lê os seus retornos e prazos por um endereço. O que ele mostra fica com quem guarda o calendário, como Google, Apple ou Microsoft.'
