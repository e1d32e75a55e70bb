/** Faults of leads that one device hands to another: planted.ts. */
import type { Planted } from './planted-fault.ts'

const SERVER = 'tests/api/sync/hand-over.test.ts'
const DEVICE = 'tests/sync/hand-over.test.ts'
const breaks = 'docs/rules.md#hand-over'

export const HAND_OVER: readonly Planted[] = [
  {
    patch: 'server/any-certificate-hands-over',
    fault: 'a certificate need not be the server’s',
    breaks,
    caughtBy: SERVER,
    title: 'a certificate that the device wrote itself',
  },
  {
    patch: 'server/any-device-hands-over',
    fault: 'whoever has a certificate hands over, without its key',
    breaks,
    caughtBy: SERVER,
    title: 'a signature of another key',
  },
  {
    patch: 'server/receiver-sees-every-scope',
    fault: 'a receiver gets the rows that the author sees',
    breaks,
    caughtBy: SERVER,
    title: 'shows nothing of a lead outside the receiver’s scope',
  },
  {
    patch: 'server/erased-device-hands-over',
    fault: 'a device that is to be erased hands over',
    breaks,
    caughtBy: SERVER,
    title: 'nothing is taken of a device that is to be erased',
  },
  {
    patch: 'server/ended-session-hands-over',
    fault: 'a device whose session was ended goes on handing over',
    breaks,
    caughtBy: SERVER,
    title: 'nothing is taken of a session that had ended',
  },
  {
    patch: 'device/received-lead-becomes-own-early',
    fault: 'a receiver sends as its own what the author’s queue still has',
    breaks,
    caughtBy: DEVICE,
    title: 'one that its author may still send is only repeated',
  },
  {
    patch: 'server/author-is-not-told-who-sent',
    fault: 'an author does not learn who sent the lead',
    breaks,
    caughtBy: SERVER,
    title: 'is created once, whoever sends it first',
  },
  {
    patch: 'device/received-lead-stays-the-authors',
    fault: 'a refused lead that was received is sent again as its author’s',
    breaks,
    caughtBy: DEVICE,
    title: 'a refused one is tried again',
  },
  {
    patch: 'device/received-lead-is-handed-on',
    fault: 'what was handed over is handed on',
    breaks,
    caughtBy: DEVICE,
    title: 'what was handed over is not handed on',
  },
  {
    patch: 'device/expired-code-is-read',
    fault: 'a code is read long after it was shown',
    breaks,
    caughtBy: 'tests/unit/hand-over/sealing.test.ts',
    title: 'a reader judges a code',
  },
  {
    patch: 'device/second-device-is-not-told',
    fault: 'the second device ends its entry without a word',
    breaks,
    caughtBy: DEVICE,
    title: 'learns once who was first',
  },
]
