/** Channels that rules name, and what each has of its own: docs/rules.md#channels. */

export const CHANNEL = {
  /** The brokerage's own. */
  internal: 1,
  renewal: 6,
  /** Of 'Me Indico': users who refer themselves. */
  selfIndication: 7,
  site: 8,
  crossSelling: 9,
  /** 'Renovações perdidas ano anterior'. */
  lostRenewal: 10,
  socialMedia: 14,
  ownRenewal: 27,
  othersRenewal: 28,
  externalIndication: 29,
} as const

/** Channels with the renewal layout: 'Vencimento do Seguro', 'Seguradora'. An import of policies chooses one of them. */
export const RENEWAL_CHANNELS = [CHANNEL.ownRenewal, CHANNEL.othersRenewal] as const

const WITHOUT_CLOCK: ReadonlySet<number> = new Set([CHANNEL.renewal, CHANNEL.lostRenewal])

/** Channels in which a broker may capture any lead, not only the oldest pending one. */
const EXEMPT_FROM_OLDEST: ReadonlySet<number> = new Set([
  CHANNEL.selfIndication,
  CHANNEL.site,
  CHANNEL.crossSelling,
  CHANNEL.lostRenewal,
  CHANNEL.socialMedia,
  ...RENEWAL_CHANNELS,
  CHANNEL.externalIndication,
])

export const isRenewal = (channelId: number) => RENEWAL_CHANNELS.some((id) => id === channelId)
export const isExemptFromOldest = (channelId: number) => EXEMPT_FROM_OLDEST.has(channelId)

/** How the time of its leads is shown: working hours in a bar, a countdown by the clock, or not at all. */
export const clockOf = (channelId: number): 'bar' | 'countdown' | 'none' =>
  isRenewal(channelId) ? 'countdown' : WITHOUT_CLOCK.has(channelId) ? 'none' : 'bar'
