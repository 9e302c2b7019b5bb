// Pointers over the map: mouse, pen, fingers.
//
// In: the events of the canvas. Out: calls that say what is meant: pan, zoom, point, pin, an axis.

/**
 * Pan by dragging, zoom by the wheel or by two fingers, pin by a click, point by hovering.
 * @param {HTMLCanvasElement} canvas
 * @param {{cellAt: (event: PointerEvent) => [number, number] | null, hoverAt: (cell: [number, number] | null) => void, pinAt: (cell: [number, number]) => void, redraw: () => void, pan: (x: number, y: number) => void, zoom: (factor: number, x: number, y: number) => void, turn: (direction: number, x: number, y: number) => void, axis: (x: number, y: number) => void}} to
 */
export function listenToPointers(canvas, to) {
  /** @type {Map<number, PointerEvent>} */
  const down = new Map();
  let moved = false;
  const spread = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a.offsetX - b.offsetX, a.offsetY - b.offsetY);
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
      const was = spread();
      down.set(event.pointerId, event);
      const factor = spread() / Math.max(was, 1);
      if (Math.abs(Math.log2(factor)) > 0.15) to.zoom(factor, event.offsetX, event.offsetY);
      else down.set(event.pointerId, before);
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
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) to.pan(-(event.deltaX || event.deltaY), 0);
    else to.turn(event.deltaY < 0 ? 1 : -1, event.offsetX, event.offsetY);
  }, { passive: false });
}
