/** Messages of the form's actions: docs/rules.md#messages. */

export const LEAD_SAVED = 'Lead salvo com sucesso!'
export const SAVE_FAILED = 'Falha ao criar lead! verifique os campos preenchidos'
export const QUOTED = 'Cotação realizada com sucesso'
/** A quote that is marked without its link. */
export const LINK_LATER = 'O link fica no lead para quando houver conexão.'
export const QUOTE_LINK_OPENED = 'Link de cotação aberto'
export const LEAD_CANCELLED = 'Lead Cancelado com sucesso!'
export const LEAD_SUSPENDED = 'Lead suspenso'
export const LEAD_FREED = 'Lead liberado'
