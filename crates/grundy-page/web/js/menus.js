// Menus that open below a button: each closes on Esc, on a click elsewhere, and when another one opens.

/** Lets the menus of the page close. */
export function menus() {
  const open = () => /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll('details.menu[open]')]);
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of open()) {
      // Whoever uses the keyboard stays where the menu is.
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
      menu.open = false;
      event.stopPropagation();
    }
  }, true);
  addEventListener('pointerdown', (event) => {
    for (const menu of open()) if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  }, true);
}
