/** The address of a push service is read once, and called as it was read. docs/rules.md#push */
import { describe, expect, test } from 'vitest'
import { pushAddressOf } from '../../../server/base/settings/push.ts'

const LISTED = { hosts: ['fcm.googleapis.com', '*.push.services.mozilla.com'] }
const OWN = 'https://fcm.googleapis.com/fcm/send/abc'

describe('the address of a push service', () => {
  test.each([
    ['in capitals', 'HTTPS://FCM.GoogleAPIs.com/fcm/send/abc'],
    ['with tabs and line breaks', 'https://fcm.goo\tgleapis.com/fcm/\r\nsend/abc'],
    ['with spaces around', '  https://fcm.googleapis.com/fcm/send/abc '],
    ['with backslashes', 'https:\\\\fcm.googleapis.com\\fcm\\send\\abc'],
    ['with the port of https', 'https://fcm.googleapis.com:443/fcm/send/abc'],
    ['with signs that stand for letters', 'https://ｆｃｍ.ｇｏｏｇｌｅａｐｉｓ.com/fcm/send/abc'],
    ['with escaped letters', 'https://%66cm.googleapis.com/fcm/send/abc'],
    ['with a soft hyphen', 'https://fcm.google\u00adapis.com/fcm/send/abc'],
    ['with dots for a path', 'https://fcm.googleapis.com/x/../fcm/./send/abc'],
    ['with a fragment', 'https://fcm.googleapis.com/fcm/send/abc#evil.example'],
  ])('%s is called as it is written properly', (_name, endpoint) => {
    expect(pushAddressOf(endpoint, LISTED)).toBe(OWN)
  })

  test('of any subdomain of the list is called', () => {
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/x'
    expect(pushAddressOf(endpoint, LISTED)).toBe(endpoint)
  })

  test.each([
    'https://fcm.googleapis.com@evil.example/x',
    'https://pessoa:senha@fcm.googleapis.com/x',
    'https://@evil.example/fcm.googleapis.com',
    'https://evil.example\\@fcm.googleapis.com/x',
    'https://evil.example/@fcm.googleapis.com',
    'https://evil.example#@fcm.googleapis.com/',
    'https://evil.example?@fcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com%2eevil.example/x',
    'https://fcm.googleapis.com./x',
    'https://fcm.googleapis.com:8443/x',
    'http://fcm.googleapis.com/x',
    'https://push.services.mozilla.com/x',
    'https://evilpush.services.mozilla.com.br/x',
    'https://fcm。googleapis。com.evil.example/x',
    'https://fсm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://0x7f.1/x',
    'https://0177.0.0.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https:///x',
    'https://fcm.googleapis.com:99999/x',
    'javascript:alert(1)',
    '//fcm.googleapis.com/x',
    '',
  ])('%j is none of the list', (endpoint) => {
    expect(pushAddressOf(endpoint, LISTED)).toBeNull()
  })

  test('on this machine is called only where the list has it, in whatever form it was written', () => {
    const hosts = { hosts: ['127.0.0.1'] }
    for (const host of ['127.0.0.1', '0x7f000001', '017700000001', '2130706433', '127.1'])
      expect(pushAddressOf(`http://${host}:9/x`, hosts)).toBe('http://127.0.0.1:9/x')
    for (const host of ['[::ffff:127.0.0.1]', 'localhost', '127.0.0.1.', '127.0.0.2'])
      expect([host, pushAddressOf(`http://${host}:9/x`, hosts)]).toEqual([
        host,
        host === '127.0.0.1.' ? 'http://127.0.0.1:9/x' : null,
      ])
  })
})
