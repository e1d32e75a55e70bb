/** Settings of WhatsApp. docs/whatsapp.md#messages-that-go-out */
import { z } from 'zod'
import { webAddress } from '../environment.ts'

const GRAPH_URL = 'https://graph.facebook.com/v23.0'

export const whatsappEnvironment = {
  WHATSAPP_GRAPH_URL: webAddress('WHATSAPP_GRAPH_URL precisa ser um endereço http ou https', {
    group: 'services',
    about: 'Where messages by WhatsApp are sent. For tests alone: anywhere else it is Meta’s address.',
    otherwise: 'Meta’s address',
  }),
}

const whatsappEnvironmentSchema = z.object(whatsappEnvironment)

export interface WhatsAppConfig {
  /** WHATSAPP_GRAPH_URL, without a slash at its end. */
  readonly graphUrl: string
}

export const whatsappConfig = (given: z.infer<typeof whatsappEnvironmentSchema>): WhatsAppConfig => ({
  graphUrl: (given.WHATSAPP_GRAPH_URL ?? GRAPH_URL).replace(/\/+$/, ''),
})
