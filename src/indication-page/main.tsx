/** The page without login: docs/rules.md#external-indication. It installs nothing. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IndicationPage } from './IndicationPage.tsx'
import { lookForProtection } from './memory-only.ts'
import './page.css'

const root = document.getElementById('root')
if (root !== null)
  void lookForProtection().then(() =>
    createRoot(root).render(
      <StrictMode>
        <IndicationPage code={new URLSearchParams(window.location.search).get('inviter_id') ?? ''} />
      </StrictMode>,
    ),
  )
