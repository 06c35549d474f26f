/** A dialog that takes the keys as soon as it is drawn, and gives the focus back to where it was. */
import { useLayoutEffect, useRef } from 'preact/hooks'

export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  // Runs before the next key press, because whatever is typed at once belongs in the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement
    const own = dialog.current
    own?.showModal()
    return () => {
      // While the dialog is open, nothing behind it takes the focus.
      own?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return dialog
}
