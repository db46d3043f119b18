extension CodeSchema {
  /// The settings of the program itself that are changed most, as an extension would describe them.
  static let commonSettings = #"""
    {
      "name": "code",
      "displayName": "Common settings",
      "contributes": { "configuration": [
        { "title": "Text editor", "properties": {
          "editor.fontSize": {
            "type": "number",
            "default": 14,
            "description": "The size of the text, in pixels.",
            "minimum": 6,
            "maximum": 100
          },
          "editor.fontFamily": {
            "type": "string",
            "default": "'Droid Sans Mono', 'monospace', monospace",
            "description": "The fonts of the text, the first that is installed is used."
          },
          "editor.fontWeight": {
            "type": "string",
            "default": "normal",
            "description": "How bold the text is: normal, bold, or a number from 1 to 1000."
          },
          "editor.fontLigatures": {
            "type": ["boolean", "string"],
            "default": false,
            "description": "Whether sequences such as -> are drawn as one character, or the font features to use."
          },
          "editor.lineHeight": {
            "type": "number",
            "default": 0,
            "description": "The height of a line: 0 follows the size of the text, up to 8 is a multiple of it, more are pixels.",
            "minimum": 0
          },
          "editor.letterSpacing": {
            "type": "number",
            "default": 0,
            "description": "The space between letters, in pixels."
          },
          "editor.tabSize": {
            "type": "integer",
            "default": 4,
            "description": "How many columns a tab is wide, and how many spaces an indentation has.",
            "minimum": 1
          },
          "editor.insertSpaces": {
            "type": "boolean",
            "default": true,
            "description": "Insert spaces when Tab is pressed."
          },
          "editor.detectIndentation": {
            "type": "boolean",
            "default": true,
            "description": "Follow the indentation of a file that is opened, whatever is set here."
          },
          "editor.wordWrap": {
            "type": "string",
            "default": "off",
            "description": "How lines that are too long are shown.",
            "enum": ["off", "on", "wordWrapColumn", "bounded"],
            "enumDescriptions": [
              "They go on outside of the window.",
              "They are wrapped at the width of the window.",
              "They are wrapped at a column.",
              "They are wrapped at a column or the width of the window, whichever is less."
            ]
          },
          "editor.wordWrapColumn": {
            "type": "integer",
            "default": 80,
            "description": "The column at which lines are wrapped.",
            "minimum": 1
          },
          "editor.rulers": {
            "type": "array",
            "items": {"type": "integer"},
            "default": [],
            "description": "The columns at which a vertical line is drawn."
          },
          "editor.lineNumbers": {
            "type": "string",
            "default": "on",
            "description": "Which numbers stand before the lines.",
            "enum": ["off", "on", "relative", "interval"],
            "enumDescriptions": [
              "None.",
              "The numbers of the lines.",
              "The distance from the cursor.",
              "Every tenth number."
            ]
          },
          "editor.renderWhitespace": {
            "type": "string",
            "default": "selection",
            "description": "Which blanks are drawn as signs.",
            "enum": ["none", "boundary", "selection", "trailing", "all"],
            "enumDescriptions": [
              "None.",
              "All but single spaces between words.",
              "Those of the selected text.",
              "Those at the end of a line.",
              "All."
            ]
          },
          "editor.renderControlCharacters": {
            "type": "boolean",
            "default": true,
            "description": "Draw control characters as signs."
          },
          "editor.cursorStyle": {
            "type": "string",
            "default": "line",
            "description": "The shape of the cursor.",
            "enum": ["line", "block", "underline", "line-thin", "block-outline", "underline-thin"],
            "enumDescriptions": [
              "A line before the character.",
              "A block.",
              "A line below the character.",
              "A thin line.",
              "The frame of a block.",
              "A thin line below."
            ]
          },
          "editor.cursorBlinking": {
            "type": "string",
            "default": "blink",
            "description": "How the cursor blinks.",
            "enum": ["blink", "smooth", "phase", "expand", "solid"],
            "enumDescriptions": [
              "On and off.",
              "It fades.",
              "It fades and grows.",
              "It grows and shrinks.",
              "Not at all."
            ]
          },
          "editor.minimap.enabled": {
            "type": "boolean",
            "default": true,
            "description": "Show a small picture of the whole file."
          },
          "editor.minimap.side": {
            "type": "string",
            "default": "right",
            "description": "The side of the small picture.",
            "enum": ["left", "right"],
            "enumDescriptions": [
              "On the left.",
              "On the right."
            ]
          },
          "editor.stickyScroll.enabled": {
            "type": "boolean",
            "default": true,
            "description": "Keep the headings of the code around the cursor at the top while scrolling."
          },
          "editor.scrollBeyondLastLine": {
            "type": "boolean",
            "default": true,
            "description": "Let the last line scroll to the top."
          },
          "editor.smoothScrolling": {
            "type": "boolean",
            "default": false,
            "description": "Animate scrolling."
          },
          "editor.mouseWheelZoom": {
            "type": "boolean",
            "default": false,
            "description": "Change the size of the text with Ctrl and the mouse wheel."
          },
          "editor.bracketPairColorization.enabled": {
            "type": "boolean",
            "default": true,
            "description": "Give each pair of brackets a colour."
          },
          "editor.matchBrackets": {
            "type": "string",
            "default": "always",
            "description": "When the bracket that belongs to the one at the cursor is marked.",
            "enum": ["always", "near", "never"],
            "enumDescriptions": [
              "Always.",
              "Only when the cursor is beside a bracket.",
              "Never."
            ]
          },
          "editor.autoClosingBrackets": {
            "type": "string",
            "default": "languageDefined",
            "description": "When a closing bracket is added.",
            "enum": ["always", "languageDefined", "beforeWhitespace", "never"],
            "enumDescriptions": [
              "Always.",
              "As the language says.",
              "Only before a blank.",
              "Never."
            ]
          },
          "editor.formatOnSave": {
            "type": "boolean",
            "default": false,
            "description": "Format a file when it is saved."
          },
          "editor.formatOnPaste": {
            "type": "boolean",
            "default": false,
            "description": "Format text that is pasted."
          },
          "editor.formatOnType": {
            "type": "boolean",
            "default": false,
            "description": "Format a line when it has been typed."
          },
          "editor.defaultFormatter": {
            "type": ["string", "null"],
            "default": null,
            "description": "The extension that formats files, by its identifier."
          },
          "editor.quickSuggestionsDelay": {
            "type": "integer",
            "default": 10,
            "description": "After how many milliseconds suggestions are shown.",
            "minimum": 0
          },
          "editor.acceptSuggestionOnEnter": {
            "type": "string",
            "default": "on",
            "description": "Whether Enter takes a suggestion, besides Tab.",
            "enum": ["on", "smart", "off"],
            "enumDescriptions": [
              "Always.",
              "Only if it changes the text.",
              "Never."
            ]
          },
          "editor.snippetSuggestions": {
            "type": "string",
            "default": "inline",
            "description": "Where snippets stand among suggestions.",
            "enum": ["top", "bottom", "inline", "none"],
            "enumDescriptions": [
              "Before the others.",
              "After the others.",
              "Among the others.",
              "They are left out."
            ]
          },
          "editor.linkedEditing": {
            "type": "boolean",
            "default": false,
            "description": "Change the closing tag together with the opening one."
          },
          "editor.multiCursorModifier": {
            "type": "string",
            "default": "alt",
            "description": "The key that adds a cursor with the mouse.",
            "enum": ["ctrlCmd", "alt"],
            "enumDescriptions": [
              "Ctrl.",
              "Alt."
            ]
          },
          "diffEditor.renderSideBySide": {
            "type": "boolean",
            "default": true,
            "description": "Show the two sides of a difference beside each other."
          },
          "diffEditor.ignoreTrimWhitespace": {
            "type": "boolean",
            "default": true,
            "description": "Leave differences in blanks at the start and end of lines out."
          }
        } },
        { "title": "Files", "properties": {
          "files.autoSave": {
            "type": "string",
            "default": "off",
            "description": "When changed files are saved by themselves.",
            "enum": ["off", "afterDelay", "onFocusChange", "onWindowChange"],
            "enumDescriptions": [
              "Never.",
              "After a delay.",
              "When another editor is used.",
              "When another window is used."
            ]
          },
          "files.autoSaveDelay": {
            "type": "integer",
            "default": 1000,
            "description": "The delay before a changed file is saved, in milliseconds.",
            "minimum": 0
          },
          "files.trimTrailingWhitespace": {
            "type": "boolean",
            "default": false,
            "description": "Remove blanks at the end of lines when a file is saved."
          },
          "files.insertFinalNewline": {
            "type": "boolean",
            "default": false,
            "description": "Add a line break at the end of the file when it is saved."
          },
          "files.trimFinalNewlines": {
            "type": "boolean",
            "default": false,
            "description": "Remove empty lines at the end of the file when it is saved."
          },
          "files.eol": {
            "type": "string",
            "default": "auto",
            "description": "The line ends of new files.",
            "enum": ["\n", "\r\n", "auto"],
            "enumDescriptions": [
              "LF.",
              "CR LF.",
              "Those of the operating system."
            ]
          },
          "files.encoding": {
            "type": "string",
            "default": "utf8",
            "description": "The encoding with which files are read and written."
          },
          "files.hotExit": {
            "type": "string",
            "default": "onExit",
            "description": "Whether unsaved files are kept when the program ends.",
            "enum": ["off", "onExit", "onExitAndWindowClose"],
            "enumDescriptions": [
              "No.",
              "When the program ends.",
              "Also when a window is closed."
            ]
          },
          "files.exclude": {
            "type": "object",
            "additionalProperties": {"type": "boolean"},
            "default": {},
            "description": "Patterns of files and folders that are not shown."
          },
          "files.associations": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "default": {},
            "description": "The language of files, by pattern."
          },
          "search.exclude": {
            "type": "object",
            "additionalProperties": {"type": "boolean"},
            "default": {},
            "description": "Patterns of files and folders that are not searched."
          }
        } },
        { "title": "Workbench", "properties": {
          "workbench.colorTheme": {
            "type": "string",
            "default": "Default Dark Modern",
            "description": "The colour theme."
          },
          "workbench.iconTheme": {
            "type": ["string", "null"],
            "default": "vs-seti",
            "description": "The theme of the icons of files."
          },
          "workbench.startupEditor": {
            "type": "string",
            "default": "welcomePage",
            "description": "What is opened when no file is.",
            "enum": [
              "none",
              "welcomePage",
              "readme",
              "newUntitledFile",
              "welcomePageInEmptyWorkbench",
              "terminal"
            ],
            "enumDescriptions": [
              "Nothing.",
              "The welcome page.",
              "The README of the folder.",
              "A new file.",
              "The welcome page, if no folder is open.",
              "A terminal."
            ]
          },
          "workbench.sideBar.location": {
            "type": "string",
            "default": "left",
            "description": "The side of the side bar.",
            "enum": ["left", "right"],
            "enumDescriptions": [
              "On the left.",
              "On the right."
            ]
          },
          "workbench.activityBar.location": {
            "type": "string",
            "default": "default",
            "description": "Where the activity bar is.",
            "enum": ["default", "top", "bottom", "hidden"],
            "enumDescriptions": [
              "Beside the side bar.",
              "Above the side bar.",
              "Below the side bar.",
              "Nowhere."
            ]
          },
          "workbench.editor.enablePreview": {
            "type": "boolean",
            "default": true,
            "description": "Reuse the editor of a file that was only looked at."
          },
          "workbench.editor.showTabs": {
            "type": "string",
            "default": "multiple",
            "description": "Which tabs are shown.",
            "enum": ["multiple", "single", "none"],
            "enumDescriptions": [
              "One for each file.",
              "One for the file that is open.",
              "None."
            ]
          },
          "workbench.list.smoothScrolling": {
            "type": "boolean",
            "default": false,
            "description": "Animate scrolling in lists."
          },
          "breadcrumbs.enabled": {
            "type": "boolean",
            "default": true,
            "description": "Show where the cursor is in the folder and the file."
          },
          "explorer.confirmDelete": {
            "type": "boolean",
            "default": true,
            "description": "Ask before a file is deleted."
          },
          "explorer.confirmDragAndDrop": {
            "type": "boolean",
            "default": true,
            "description": "Ask before a file is moved with the mouse."
          }
        } },
        { "title": "Window", "properties": {
          "window.zoomLevel": {
            "type": "number",
            "default": 0,
            "description": "How much larger everything is: each step is 20 %."
          },
          "window.restoreWindows": {
            "type": "string",
            "default": "all",
            "description": "Which windows are opened again.",
            "enum": ["preserve", "all", "folders", "one", "none"],
            "enumDescriptions": [
              "All, also when a file is opened.",
              "All.",
              "Those with a folder.",
              "The last one.",
              "None."
            ]
          },
          "window.titleBarStyle": {
            "type": "string",
            "default": "custom",
            "description": "Who draws the title bar.",
            "enum": ["native", "custom"],
            "enumDescriptions": [
              "The operating system.",
              "The program."
            ]
          },
          "window.menuBarVisibility": {
            "type": "string",
            "default": "classic",
            "description": "When the menu bar is shown.",
            "enum": ["classic", "visible", "toggle", "hidden", "compact"],
            "enumDescriptions": [
              "Always, but not full screen.",
              "Always.",
              "When Alt is pressed.",
              "Never.",
              "As a button in the side bar."
            ]
          }
        } },
        { "title": "Terminal", "properties": {
          "terminal.integrated.fontSize": {
            "type": "number",
            "default": 14,
            "description": "The size of the text in the terminal, in pixels.",
            "minimum": 6,
            "maximum": 100
          },
          "terminal.integrated.fontFamily": {
            "type": "string",
            "default": "",
            "description": "The font of the terminal; empty for that of the editor."
          },
          "terminal.integrated.scrollback": {
            "type": "integer",
            "default": 1000,
            "description": "How many lines the terminal keeps.",
            "minimum": 0
          },
          "terminal.integrated.cursorBlinking": {
            "type": "boolean",
            "default": false,
            "description": "Let the cursor of the terminal blink."
          },
          "terminal.integrated.copyOnSelection": {
            "type": "boolean",
            "default": false,
            "description": "Copy text in the terminal when it is selected."
          }
        } },
        { "title": "Program", "properties": {
          "telemetry.telemetryLevel": {
            "type": "string",
            "default": "all",
            "description": "What the program reports to its maker.",
            "enum": ["all", "error", "crash", "off"],
            "enumDescriptions": [
              "Use, errors and crashes.",
              "Errors and crashes.",
              "Crashes.",
              "Nothing."
            ]
          },
          "update.mode": {
            "type": "string",
            "default": "default",
            "description": "How updates are looked for.",
            "enum": ["none", "manual", "start", "default"],
            "enumDescriptions": [
              "Not at all.",
              "On request.",
              "When the program starts.",
              "By itself."
            ]
          },
          "extensions.autoUpdate": {
            "type": ["boolean", "string"],
            "default": true,
            "description": "Whether extensions are updated by themselves: all, or with onlyEnabledExtensions those that are enabled."
          },
          "extensions.ignoreRecommendations": {
            "type": "boolean",
            "default": false,
            "description": "Suggest no extensions."
          },
          "security.workspace.trust.enabled": {
            "type": "boolean",
            "default": true,
            "description": "Ask whether a folder can be trusted before its code is run."
          },
          "http.proxy": {
            "type": "string",
            "default": "",
            "description": "The proxy, as a URL; empty for that of the environment."
          },
          "http.proxyStrictSSL": {
            "type": "boolean",
            "default": true,
            "description": "Check the certificate of the proxy."
          }
        } }
      ] }
    }
    """#
}
