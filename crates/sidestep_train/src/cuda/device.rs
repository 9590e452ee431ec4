//! The GPU itself: its memory, its kernels, its one stream of work.

use super::CudaError;
use bytemuck::Pod;
use cudarc::{
    driver::{
        CudaContext, CudaEvent, CudaFunction, CudaGraph, CudaSlice, CudaStream, DriverError,
        PinnedHostSlice, result, sys,
    },
    nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts},
};
use std::{cell::RefCell, ffi::c_void, sync::Arc};

/// Batches on their way at a time.
const RING: usize = 4;

/// A GPU with our kernels.
pub(super) struct Device {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    kernels: Vec<(&'static str, CudaFunction)>,
    rooms: RefCell<Vec<CudaSlice<u8>>>,
    ring: RefCell<Ring>,
}

/// Page-locked memory that batches leave from, so that copies need not wait.
#[derive(Default)]
struct Ring {
    slots: Vec<(PinnedHostSlice<f32>, CudaEvent)>,
    next: usize,
}

/// How a kernel is started.
#[derive(Clone, Copy)]
pub(super) struct Launch {
    pub(super) kernel: &'static str,
    pub(super) grid: (usize, usize),
    pub(super) threads: usize,
    pub(super) shared_bytes: usize,
    /// Whether it may start while the kernel before it still runs.
    pub(super) early: bool,
}

const KERNELS: [&str; 13] = [
    "begin",
    "encode",
    "layer_forward",
    "decode",
    "loss",
    "layer_backward",
    "encode_backward",
    "feed_back",
    "weight_gradients",
    "bias_gradients",
    "squares",
    "report",
    "descend",
];

pub(super) fn driver(error: DriverError) -> CudaError {
    CudaError::Driver(error.to_string())
}

impl Device {
    /// The first GPU, with the kernels compiled for it.
    pub(super) fn new(source: &(String, Vec<String>)) -> Result<Self, CudaError> {
        let missing = |reason: &str| CudaError::Missing { reason: reason.into() };
        // SAFETY: both only look whether a library can be loaded.
        let (has_driver, has_compiler) =
            unsafe { (sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present()) };
        if !has_driver {
            return Err(missing("no driver: libcuda was not found"));
        }
        if !has_compiler {
            return Err(missing("no run-time compiler: libnvrtc was not found"));
        }
        let context = CudaContext::new(0).map_err(|error| missing(&error.to_string()))?;
        let (major, minor) = context.compute_capability().map_err(driver)?;
        if major < 9 {
            return Err(CudaError::TooOld { found: format!("{major}.{minor}") });
        }
        // SAFETY: all work runs on the one stream of this value, so no events are needed between.
        unsafe { context.disable_event_tracking() };
        let stream = context.new_stream().map_err(driver)?;
        let (text, mut options) = source.clone();
        options.push("--gpu-architecture=compute_90".into());
        let options = CompileOptions { options, ..Default::default() };
        let module = compile_ptx_with_opts(text, options).map_err(|error| match error {
            CompileError::CompileError { log, .. } => {
                CudaError::Driver(format!("the kernels do not compile: {}", log.to_string_lossy()))
            }
            other => CudaError::Driver(format!("{other:?}")),
        })?;
        let module = context.load_module(module).map_err(driver)?;
        let load = |name: &'static str| Ok((name, module.load_function(name).map_err(driver)?));
        let kernels = KERNELS.into_iter().map(load).collect::<Result<Vec<_>, CudaError>>()?;
        let (rooms, ring) = (RefCell::default(), RefCell::default());
        Ok(Self { context, stream, kernels, rooms, ring })
    }

    pub(super) fn name(&self) -> String {
        self.context.name().unwrap_or_else(|_| "a GPU".into())
    }

    /// Memory filled with zeros, which lives as long as the device.
    pub(super) fn room(&self, bytes: usize) -> Result<u64, CudaError> {
        use cudarc::driver::DevicePtr;
        let slice = self.stream.alloc_zeros::<u8>(bytes.max(16)).map_err(driver)?;
        let address = slice.device_ptr(&self.stream).0;
        self.rooms.borrow_mut().push(slice);
        Ok(address)
    }

    /// Memory with these numbers in it.
    pub(super) fn room_with<T: Pod>(&self, numbers: &[T]) -> Result<u64, CudaError> {
        let address = self.room(size_of_val(numbers))?;
        self.write(address, numbers)?;
        Ok(address)
    }

    pub(super) fn write<T: Pod>(&self, to: u64, numbers: &[T]) -> Result<(), CudaError> {
        if numbers.is_empty() {
            return Ok(());
        }
        self.wait()?;
        // SAFETY: `to` is memory of this device with room for the numbers: addresses come from `room`
        // and lengths from the same sizes.
        unsafe { result::memcpy_htod_sync(to, numbers) }.map_err(driver)
    }

    pub(super) fn read<T: Pod>(&self, from: u64, count: usize) -> Result<Vec<T>, CudaError> {
        self.wait()?;
        let mut numbers = vec![T::zeroed(); count];
        // SAFETY: as above, for reading.
        unsafe { result::memcpy_dtoh_sync(&mut numbers, from) }.map_err(driver)?;
        Ok(numbers)
    }

    /// Sends numbers without waiting, one part after the other.
    pub(super) fn send(&self, to: u64, parts: &[&[f32]]) -> Result<(), CudaError> {
        let count = parts.iter().map(|part| part.len()).sum();
        let mut ring = self.ring.borrow_mut();
        if ring.slots.len() < RING {
            // SAFETY: every number is written below before it is read.
            let room = unsafe { self.context.alloc_pinned::<f32>(count) }.map_err(driver)?;
            ring.slots.push((room, self.context.new_event(None).map_err(driver)?));
        }
        let slot = ring.next % RING;
        ring.next += 1;
        let (room, sent) = &mut ring.slots[slot];
        sent.synchronize().map_err(driver)?;
        let numbers = room.as_mut_slice().map_err(driver)?;
        let mut first = 0;
        for part in parts {
            numbers[first..first + part.len()].copy_from_slice(part);
            first += part.len();
        }
        // SAFETY: `to` has room for a batch, and the page-locked memory is not touched before `sent`.
        unsafe { result::memcpy_htod_async(to, numbers, self.stream.cu_stream()) }
            .map_err(driver)?;
        sent.record(&self.stream).map_err(driver)
    }

    pub(super) fn wait(&self) -> Result<(), CudaError> {
        self.stream.synchronize().map_err(driver)
    }

    /// Starts a kernel. Arguments are the structures of the CUDA source, field by field.
    pub(super) fn launch<A: Copy>(&self, launch: Launch, argument: &A) -> Result<(), CudaError> {
        let mut arguments = [std::ptr::from_ref(argument).cast_mut().cast::<c_void>()];
        self.launch_raw(launch, &mut arguments)
    }

    pub(super) fn launch_raw(
        &self,
        launch: Launch,
        arguments: &mut [*mut c_void],
    ) -> Result<(), CudaError> {
        let kernel = self.kernels.iter().find(|(name, _)| *name == launch.kernel);
        let kernel = &kernel.ok_or(CudaError::Size { what: "a kernel is missing" })?.1;
        if launch.shared_bytes > 48 * 1024 {
            let attribute =
                sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            kernel.set_attribute(attribute, launch.shared_bytes as i32).map_err(driver)?;
        }
        let mut attribute = sys::CUlaunchAttribute {
            id: sys::CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
            pad: [0; 4],
            value: sys::CUlaunchAttributeValue { programmaticStreamSerializationAllowed: 1 },
        };
        let config = sys::CUlaunchConfig {
            gridDimX: launch.grid.0 as u32,
            gridDimY: launch.grid.1 as u32,
            gridDimZ: 1,
            blockDimX: launch.threads as u32,
            blockDimY: 1,
            blockDimZ: 1,
            sharedMemBytes: launch.shared_bytes as u32,
            hStream: self.stream.cu_stream(),
            attrs: &raw mut attribute,
            numAttrs: u32::from(launch.early),
        };
        self.context.bind_to_thread().map_err(driver)?;
        // SAFETY: the arguments are those the kernel declares, and all pointers in them are memory of
        // this device that is as large as the kernels, compiled for the same sizes, take it to be.
        let status = unsafe {
            sys::cuLaunchKernelEx(
                &raw const config,
                kernel.cu_function(),
                arguments.as_mut_ptr(),
                std::ptr::null_mut(),
            )
        };
        status.result().map_err(|error| {
            CudaError::Driver(format!("kernel {} cannot start: {error}", launch.kernel))
        })
    }

    /// Records what `work` starts instead of doing it.
    pub(super) fn capture(
        &self,
        work: impl FnOnce() -> Result<(), CudaError>,
    ) -> Result<CudaGraph, CudaError> {
        self.wait()?;
        let mode = sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        self.stream.begin_capture(mode).map_err(driver)?;
        let done = work();
        let graph = self.stream.end_capture(sys::CUgraphInstantiate_flags(0)).map_err(driver)?;
        done?;
        graph.ok_or_else(|| CudaError::Driver("nothing was captured".into()))
    }
}
