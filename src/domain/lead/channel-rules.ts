/** Channels that rules name by number: docs/rules.md#channels. */

/** The brokerage's own channel. */
export const INTERNAL_CHANNEL = 1
/** Channels with the renewal layout: countdown instead of a bar, 'Vencimento do Seguro', 'Seguradora'. */
export const RENEWAL_CHANNELS: readonly number[] = [27, 28]
/** Channels without any SLA bar. */
export const CHANNELS_WITHOUT_BAR: readonly number[] = [6, 10]
/** Channels in which a broker may capture any lead, not only the oldest pending one. */
export const EXEMPT_FROM_OLDEST: readonly number[] = [7, 8, 9, 10, 14, 27, 28, 29]

export const isRenewal = (channelId: number) => RENEWAL_CHANNELS.includes(channelId)
export const isExemptFromOldest = (channelId: number) => EXEMPT_FROM_OLDEST.includes(channelId)
