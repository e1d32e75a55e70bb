/** The server's half of the key of a protected device, and the PIN that opens it: docs/rules.md#protected-devices */
import { z } from 'zod'
import { keyText, protectionSchema } from '../domain/session/protection.ts'
import { routesOf } from './route.ts'
import { messageSchema } from './session.ts'

const { get, post, put, remove } = routesOf('Aparelhos')

/** What a sign-in answers, of the device of this session. */
export const protectionRoute = get('/device-keys', 'session.use', {
  confirms: 'always',
  answer: z.object({ data: protectionSchema }),
})

/**
 * Of the user and device of this session. An earlier half, and the PIN with it, ends. 422 after a confirmation by a password
 * of fewer than 12 characters.
 */
export const storeDeviceKeysRoute = put('/device-keys', 'session.use', {
  confirms: 'always',
  body: z.object({
    /** Made by the device. It opens the device's key there, and nothing here. */
    server_half: keyText,
    /** Kept by the device in the clear. By it a locked device proves which one it is. */
    device_secret: keyText,
  }),
  answer: messageSchema,
})

export const removeDeviceKeysRoute = remove('/device-keys', 'session.use', {
  confirms: 'always',
  answer: messageSchema,
})

export const devicePinRoute = put('/device-keys/pin', 'session.use', {
  confirms: 'always',
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
export const pinUnlockRoute = post('/device-keys/pin-unlock', 'public', {
  reads: true,
  body: z.object({
    user_id: z.int32().positive(),
    device_secret: keyText,
    pin_proof: keyText,
  }),
  answer: z.object({ data: z.object({ server_half: z.string() }) }),
})
