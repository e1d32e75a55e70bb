/** Chromium's virtual authenticator: a fingerprint reader that is always touched by the owner. Tests and measurements use it. */
import type { Page } from 'playwright'

/** `hasPrf`: its passkeys also open a protected device. It lasts as long as the page's browser. */
export async function addAuthenticator(page: Page, { hasPrf }: { readonly hasPrf: boolean }): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ...(hasPrf ? { ctap2Version: 'ctap2_1', hasPrf } : {}),
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
