/** What a sign-in's answer says about the device's protection: docs/rules.md#protected-devices */
import { z } from 'zod'

/** Wrong PINs in a row, after which the device opens by the password again. */
export const MOST_WRONG_PINS = 5

/** 32 bytes in base64url, as the device makes them. */
export const keyText = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Use 32 bytes em base64url')

export const protectionSchema = z.object({
  /** The user works on a shared tablet: this device must be protected. */
  required: z.boolean(),
  /** The half that the server keeps for the device, base64url. null: it has none. */
  server_half: z.string().nullable(),
  /** Minutes without use after which a protected device is locked. */
  idle_minutes: z.number().int(),
  /** A PIN opens the device too, with a network. */
  has_pin: z.boolean(),
  /** The server's X25519 key, base64url, for which a push is sealed. null: this server opens none. */
  sealing_key: z.string().nullable().default(null),
})
export type Protection = z.output<typeof protectionSchema>
