/** Settings of webhooks. docs/operations.md#webhooks */
import { z } from 'zod'
import { onOrOff, setting } from '../environment.ts'

export const webhookEnvironment = {
  WEBHOOK_LOOPBACK: setting(onOrOff('WEBHOOK_LOOPBACK').optional(), {
    group: 'services',
    about:
      '`1`: webhooks may lead to this machine itself, also without https. For development and tests alone: [webhooks](operations.md#webhooks).',
    otherwise: '`0`',
  }),
}

const webhookEnvironmentSchema = z.object(webhookEnvironment)

export interface WebhookConfig {
  /** WEBHOOK_LOOPBACK: addresses of this machine are called, too. */
  readonly loopback: boolean
}

export const webhookConfig = (given: z.infer<typeof webhookEnvironmentSchema>): WebhookConfig => ({
  loopback: given.WEBHOOK_LOOPBACK ?? false,
})
