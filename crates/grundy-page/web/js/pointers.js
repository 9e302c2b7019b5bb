// Pointers over the map: mouse, pen, fingers.
//
// In: the events of the canvas. Out: calls that say what is meant: pan, zoom, point, pin, an axis.

/** How much a pixel of the wheel, and of a pinch, zooms: a notch of 100 pixels by a quarter. */
const [WHEEL, PINCH] = [0.0022, 0.01];
/** The pixels of a line and of a page, in which Firefox counts the wheel of a mouse: a notch is six lines there. */
const [LINE, PAGE] = [16, 400];

/**
 * Pan by dragging, zoom by the wheel or by two fingers, pin by a click, point by hovering.
 * @param {HTMLCanvasElement} canvas
 * @param {{cellAt: (event: {offsetX: number, offsetY: number}) => [number, number] | null, hoverAt: (cell: [number, number] | null) => void, pinAt: (cell: [number, number]) => void, redraw: () => void, pan: (x: number, y: number) => void, zoom: (factor: number, x: number, y: number) => void, axis: (x: number, y: number) => void}} to
 */
export function listenToPointers(canvas, to) {
  /** @type {Map<number, PointerEvent>} */
  const down = new Map();
  let moved = false;
  const spread = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a.offsetX - b.offsetX, a.offsetY - b.offsetY);
  };
  const middle = () => {
    const [a, b] = [...down.values()];
    return [(a.offsetX + b.offsetX) / 2, (a.offsetY + b.offsetY) / 2];
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    if (!down.size) moved = false;
    down.set(event.pointerId, event);
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'touch') to.hoverAt(to.cellAt(event));
      return;
    }
    const [x, y] = [event.offsetX - before.offsetX, event.offsetY - before.offsetY];
    if (down.size === 2) {
      const [was, from] = [spread(), middle()];
      down.set(event.pointerId, event);
      const at = middle();
      to.pan(at[0] - from[0], at[1] - from[1]);
      to.zoom(spread() / Math.max(was, 1), at[0], at[1]);
      moved = true;
      return;
    }
    if (!moved && Math.hypot(x, y) < 4) return;
    moved = true;
    to.hoverAt(null);
    down.set(event.pointerId, event);
    to.pan(x, y);
  });
  canvas.addEventListener('pointerup', (event) => {
    const began = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (!began || moved) return;
    const cell = to.cellAt(event);
    if (cell) to.pinAt(cell);
    else to.axis(event.offsetX, event.offsetY);
  });
  canvas.addEventListener('pointercancel', (event) => down.delete(event.pointerId));
  canvas.addEventListener('pointerleave', () => to.hoverAt(null));
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const unit = [1, LINE, PAGE][event.deltaMode];
    const [x, y] = [event.deltaX * unit, event.deltaY * unit];
    // A pinch on a trackpad comes as a wheel with Ctrl, whose steps are small.
    if (event.ctrlKey) to.zoom(Math.exp(-y * PINCH), event.offsetX, event.offsetY);
    else if (event.shiftKey || Math.abs(x) > Math.abs(y)) to.pan(-(x || y), 0);
    else to.zoom(Math.exp(-y * WHEEL), event.offsetX, event.offsetY);
    // Another cell lies below the pointer now.
    to.hoverAt(to.cellAt(event));
  }, { passive: false });
}
