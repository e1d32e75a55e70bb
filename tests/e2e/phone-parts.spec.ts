/** The parts of every screen, at 390 px and in both schemes: toasts, tabs, selects, the document's keyboard. */
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }
test.use({ viewport: PHONE, isMobile: true, hasTouch: true, serviceWorkers: 'block' })
