/** The receipt of an indication: docs/rules.md#receipt */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RECEIPT_PAGE } from '../../domain/indication/receipt-code.ts'
import { isMemoryOnly, lookForProtection } from '../memory-only.ts'
import '../page.css'
import { ReceiptPage } from './ReceiptPage.tsx'

/** Keeps the page itself for a phone without a network. On a protected device it leaves nothing. */
async function keepPage(): Promise<void> {
  if (isMemoryOnly() || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/recibo-sw.js', { scope: RECEIPT_PAGE })
  } catch {
    // A private window, or an address without https: the page then needs the network.
  }
}

const root = document.getElementById('root')
if (root !== null)
  void lookForProtection().then(() => {
    void keepPage()
    createRoot(root).render(
      <StrictMode>
        <ReceiptPage />
      </StrictMode>,
    )
  })
