/**
 * Parts that the board shows but that belong to other features: the lead's form, its dialogs, its timeline. The route
 * supplies them, since no feature imports another.
 */
import type { ReactNode } from 'react'
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'

interface SlotDialog {
  readonly lead: Lead | null
  readonly opened: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}

export interface BoardSlots {
  /** Opens the lead in the form: after 'Trabalhar lead' or a capture; on its sale or its loss after an outcome. */
  readonly onWork: (lead: Lead, aim?: 'sale' | 'loss') => void
  /** The user leaves the lead that the address names, if it names one: the address forgets it. */
  readonly onLeave: () => void
  readonly scheduling: (dialog: SlotDialog & { readonly onUndone?: (uid: string) => void }) => ReactNode
  /** '+ Nota': docs/rules.md#quick-notes */
  readonly noting: (dialog: SlotDialog) => ReactNode
  /**
   * Above the facts of the read-only view: problems that wait for the user's decision. A lead that is not on the
   * device, because another user may have it now, is named by its number.
   */
  readonly notice: (lead: Pick<Lead, 'uid'> | { readonly id: number }) => ReactNode
  /** Buttons of the read-only view. */
  readonly viewActions: (lead: Lead) => ReactNode
  /** Calls from a card's phone, and records the call as the call dialog does. */
  readonly onCall: (lead: Lead, phone: string) => void
  /** Records a conversation that a card's link opens, as the call dialog does. */
  readonly onConversation: (lead: Lead, phone: string) => void
  /** The line after a call of the lead: confirmation, undo, result. Null without a call. `asksResult`: true by default. */
  readonly callLine: (lead: Lead, options?: { readonly asksResult: boolean }) => ReactNode
  /** A message that is suggested (`line`), and the button that writes one (`button`). */
  readonly messages: (lead: Lead, look: 'line' | 'button') => ReactNode
  /** `first`: how many entries are shown at first. */
  readonly history: (lead: Lead, client: Client | null, first?: number) => ReactNode
}
