const React = require('react');
// The icon without its drawing. Its name and behavior are real.
module.exports = {
  __esModule: true,
  default: ({ src, title, role, tabIndex, onClick, onKeyDown, className, ...props }) =>
    React.createElement(
      'svg',
      {
        'data-src': src,
        'aria-hidden': role || props['aria-label'] ? undefined : true,
        'aria-label': props['aria-label'] ?? title,
        className,
        role,
        tabIndex,
        onClick,
        onKeyDown,
      },
      title && React.createElement('title', null, title)
    ),
};
