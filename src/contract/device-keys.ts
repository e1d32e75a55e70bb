/** The server's half of the key of a protected device, and the PIN that opens it: docs/rules.md#protected-devices */
import { z } from 'zod'
import { keyText, protectionSchema } from '../domain/session/protection.ts'
import { defineRoute } from './route.ts'
import { messageSchema } from './session.ts'

const tag = 'Aparelhos'

/** What a sign-in answers, of the device of this session. */
export const protectionRoute = defineRoute({
  method: 'GET',
  path: '/device-keys',
  action: 'session.use',
  confirms: 'always',
  tag,
  answer: z.object({ data: protectionSchema }),
})

/**
 * Of the user and device of this session. An earlier half, and the PIN with it, ends. 422 after a confirmation by a password
 * of fewer than 12 characters.
 */
export const storeDeviceKeysRoute = defineRoute({
  method: 'PUT',
  path: '/device-keys',
  action: 'session.use',
  confirms: 'always',
  tag,
  body: z.object({
    /** Made by the device. It opens the device's key there, and nothing here. */
    server_half: keyText,
    /** Kept by the device in the clear. By it a locked device proves which one it is. */
    device_secret: keyText,
  }),
  answer: messageSchema,
})

export const removeDeviceKeysRoute = defineRoute({
  method: 'DELETE',
  path: '/device-keys',
  action: 'session.use',
  confirms: 'always',
  tag,
  answer: messageSchema,
})

export const devicePinRoute = defineRoute({
  method: 'PUT',
  path: '/device-keys/pin',
  action: 'session.use',
  confirms: 'always',
  tag,
  body: z.object({
    /** HMAC-SHA-256(Argon2id(PIN, salt), 'pin'). The PIN never leaves the device. null: no PIN any more. */
    pin_proof: keyText.nullable(),
  }),
  answer: messageSchema,
})

/**
 * A wrong PIN is 422 by `pin_proof`. 404 `credentials`: there is no PIN (any more), and the password opens the device. 429
 * after too many tries.
 */
export const pinUnlockRoute = defineRoute({
  method: 'POST',
  path: '/device-keys/pin-unlock',
  action: 'public',
  tag,
  reads: true,
  body: z.object({
    user_id: z.int32().positive(),
    device_secret: keyText,
    pin_proof: keyText,
  }),
  answer: z.object({ data: z.object({ server_half: z.string() }) }),
})
