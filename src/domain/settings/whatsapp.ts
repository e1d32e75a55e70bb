/** Whether Meta's service sends for this Farol: the database keeps the setting beside the connection. */
export const WHATSAPP_SETTING = 'whatsapp_connected'

/** From the catalogue rows of kind 'setting'. */
export const isWhatsAppConnected = (rows: readonly { key: string; value?: unknown }[]): boolean =>
  rows.find(({ key }) => key === WHATSAPP_SETTING)?.value === true
